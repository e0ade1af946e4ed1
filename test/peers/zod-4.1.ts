export { z } from "zod-4.1";
