/** undefined where `use` throws: storage does, if the browser forbids it. */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
