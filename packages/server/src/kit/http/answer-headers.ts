/**
 * The headers of an answer, as plain text until they are sent. The platform's Headers checks and sorts each of them, at a
 * cost of a tenth of a small request; node:http checks them anyway.
 */
export class AnswerHeaders {
  readonly #values: Record<string, string> = {}
  /** Set-Cookie is the only header that cannot be joined into one line (RFC 9110 section 5.3). */
  readonly #cookies: string[] = []

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name.toLowerCase())
  }

  set(name: string, value: string): void {
    this.#values[name.toLowerCase()] = value
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase()
    if (key === 'set-cookie') this.#cookies.push(value)
    else this.#values[key] = this.has(key) ? `${this.#values[key]}, ${value}` : value
  }

  /** For `new Response(…)`. */
  get init(): Record<string, string> | [name: string, value: string][] {
    if (this.#cookies.length === 0) return this.#values
    return [...Object.entries(this.#values), ...this.#cookies.map((cookie): [string, string] => ['set-cookie', cookie])]
  }
}
