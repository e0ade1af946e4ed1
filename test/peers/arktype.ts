export { type } from "arktype";
