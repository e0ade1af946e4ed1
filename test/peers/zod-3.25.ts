export { z } from "zod-3.25";
export { z as z4 } from "zod-3.25/v4";
