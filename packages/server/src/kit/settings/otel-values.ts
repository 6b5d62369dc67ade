/** Values of the variables that the OpenTelemetry specification defines ("Environment Variable Specification"). */
export type Pairs = Readonly<Record<string, string>>

export const tracesSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type TracesSampler = (typeof tracesSamplers)[number]

/** `name=value,name=value`, with percent-encoded values; undefined: malformed. */
export function pairs(text: string): Pairs | undefined {
  try {
    const found = text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [, name = '', value = ''] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(part) ?? []
        return [name, decodeURIComponent(value)] as const
      })
    return found.some(([name, value]) => name === '' || /\p{Cc}/u.test(value)) ? undefined : Object.fromEntries(found)
  } catch {
    return undefined
  }
}

/** Headers of HTTP (RFC 9110 section 5). */
export function headerLines(text: string): Pairs | undefined {
  const found = pairs(text)
  const isHeader = ([name, value]: [string, string]) =>
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value)
  return found !== undefined && Object.entries(found).every(isHeader) ? found : undefined
}

export function share(text: string): number | undefined {
  const number = Number(text)
  return /^\d{0,2}(?:\.\d{1,12})?$/.test(text) && number >= 0 && number <= 1 ? number : undefined
}
