export function faultsOf(page: { evaluate<T>(look: () => T): Promise<T> }): Promise<string[]>
