import { homeFolder } from "../home/home.ts";
import { loginFile } from "../home/login-file.ts";

export async function logout(): Promise<void> {
  loginFile(homeFolder(process.env)).remove();
  process.stdout.write("The commands use the gateway of your home again.\n");
}
