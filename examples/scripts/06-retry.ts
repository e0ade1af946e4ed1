// Waits longer after each try.
async function retry<T>(action: (attempt: number) => Promise<T>, attempts = 3): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action(attempt);
    } catch (error) {
      if (attempt === attempts) throw error;
      console.warn(`try ${attempt}: ${error.message}`);
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt));
    }
  }
}
const { total } = await retry((attempt) => tools.samples.notes.list({ limit: attempt < 3 ? 0 : 10 }));
if (total !== 4) throw new Error(`${total} notes`);
return total;
