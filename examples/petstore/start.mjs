// Starts the API that openapi.yaml describes. Usage: node examples/petstore/start.mjs, with PETSTORE_PORT in the
// environment (3200).
import { listen } from "../listen.mjs";

const pets = new Map([
  [1, { id: 1, name: "Rex", status: "available" }],
  [2, { id: 2, name: "Mia", status: "sold" }],
  [3, { id: 3, name: "Coco", status: "available" }],
]);

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url);
  const route = `${request.method} ${pathname.replace(/\d+$/, ":id")}`;
  const id = Number(pathname.split("/").at(-1));
  const status = searchParams.get("status");
  if (route === "GET /pets") {
    return Response.json({ pets: [...pets.values()].filter((pet) => !status || pet.status === status) });
  }
  if (route === "POST /pets") return Response.json(add(await request.json()), { status: 201 });
  if (!pets.has(id)) return Response.json({ error: "There is no such pet." }, { status: 404 });
  if (route === "GET /pets/:id") return Response.json(pets.get(id));
  if (route !== "DELETE /pets/:id") return new Response(null, { status: 405 });
  pets.delete(id);
  return new Response(null, { status: 204 });
}

function add({ name, status = "available" }) {
  const id = Math.max(0, ...pets.keys()) + 1;
  const pet = { id, name, status };
  pets.set(id, pet);
  return pet;
}

const port = Number(process.env.PETSTORE_PORT ?? 3200);
listen(answer, {
  port,
  variable: "PETSTORE_PORT",
  onListening: () => process.stdout.write(`The pet store answers at http://127.0.0.1:${port}.\n`),
});
