import { attempt } from '../../kit/ports/attempt.ts'

const key = 'portico.setup-url'

/**
 * The token of a setup URL from its opening to "Begin setup", so that reloading the page does not lose it: in the tab only, and
 * for no longer than the tab is open.
 */
export function keepToken(token: string): void {
  attempt(() => sessionStorage.setItem(key, token))
}

export function keptToken(): string | undefined {
  return attempt(() => sessionStorage.getItem(key)) ?? undefined
}

export function forgetToken(): void {
  attempt(() => sessionStorage.removeItem(key))
}
