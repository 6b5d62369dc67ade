/** Reads the named fields of one JSON object; what is wrong with them is added to `problems`, with its place. */
export function fields(value: unknown, place: string, known: readonly string[], problems: string[]) {
  const source = isObject(value) ? value : {}
  const at = (name: string) => (place === '' ? name : `${place}.${name}`)
  const complain = (name: string, sentence: string) => void problems.push(`${at(name)}: ${sentence}`)

  if (!isObject(value)) problems.push(`${place === '' ? 'the whole file' : place}: write an object.`)
  for (const name of Object.keys(source)) {
    if (!known.includes(name)) complain(name, `there is no such setting. Known here: ${known.join(', ')}.`)
  }

  function optionalText(name: string): string | undefined {
    const found = source[name]
    if (found === undefined) return undefined
    if (typeof found === 'string' && found !== '' && found.length <= 2000) return found
    complain(name, 'write a text of 1 to 2000 characters.')
    return undefined
  }

  return {
    complain,
    at,
    optionalText,
    text(name: string, pattern?: { test: RegExp; sentence: string }): string {
      if (source[name] === undefined) complain(name, 'is missing.')
      const found = optionalText(name) ?? ''
      if (found !== '' && pattern !== undefined && !pattern.test.test(found)) complain(name, pattern.sentence)
      return found
    },
    /** A key or certificate in PEM, up to 20 kB. The message never repeats the value. */
    pem(name: string): string {
      const found = source[name]
      if (typeof found === 'string' && found.length <= 20_000 && found.trimStart().startsWith('-----BEGIN '))
        return found
      complain(name, found === undefined ? 'is missing.' : 'write it in PEM format.')
      return ''
    },
    flag(name: string): boolean {
      const found = source[name] ?? false
      if (typeof found !== 'boolean') complain(name, 'write true or false.')
      return found === true
    },
    integer(name: string, fallback: number, least: number, most: number): number {
      const found = source[name] ?? fallback
      if (Number.isInteger(found) && (found as number) >= least && (found as number) <= most) return found as number
      complain(name, `write a whole number from ${least} to ${most}.`)
      return fallback
    },
    number(name: string, least: number, most: number): number {
      const found = source[name]
      if (typeof found === 'number' && found >= least && found <= most) return found
      complain(name, `write a number from ${least} to ${most}.`)
      return least
    },
    oneOf<Choice extends string>(name: string, choices: readonly Choice[], fallback?: Choice): Choice {
      const found = source[name] ?? fallback
      const choice = choices.find((each) => each === found)
      if (choice === undefined) complain(name, `write one of ${choices.join(', ')}.`)
      return choice ?? (choices[0] as Choice)
    },
    list(name: string, required: boolean): unknown[] {
      const found = source[name]
      if (found === undefined && !required) return []
      if (Array.isArray(found)) return found
      complain(name, found === undefined ? 'is missing.' : 'write a list.')
      return []
    },
    texts(name: string): string[] {
      const found = source[name] ?? []
      if (Array.isArray(found) && found.every((each) => typeof each === 'string' && each !== ''))
        return found as string[]
      complain(name, 'write a list of texts.')
      return []
    },
    has: (name: string) => source[name] !== undefined,
    child: (name: string) => source[name],
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
