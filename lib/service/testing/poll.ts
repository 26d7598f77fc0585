/** Looks again and again until `done`; fails after 150 s with what was seen last. */
export async function until<T>(look: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + 150_000; ; ) {
    const value = await look();
    if (done(value)) return value;
    if (Date.now() > end) throw new Error(`It did not happen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
