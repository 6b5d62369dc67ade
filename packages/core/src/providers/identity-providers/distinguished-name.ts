const attributeType = /^(?:[a-z][a-z\d-]*|\d+(?:\.\d+)*)$/i

/**
 * The value that names the object of a distinguished name, unescaped: `CN=Sales\, EU,OU=Groups` → `Sales, EU` (RFC 4514
 * section 2.4; the most specific part comes first). Spaces around separators are accepted. undefined: the text is not a
 * distinguished name, or the value is given as a BER encoding (`#04…`).
 */
export function nameInDn(text: string): string | undefined {
  const parts = partsOf(text)
  const values = parts?.map(valueOf)
  return values === undefined || values.includes(undefined) ? undefined : values[0]
}

/** Splits at `,` and `+` that are not escaped. undefined for characters that have to be escaped. */
function partsOf(text: string): string[] | undefined {
  const parts: string[] = ['']
  const add = (more: string) => parts.splice(-1, 1, `${parts.at(-1)}${more}`)
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '\\') add(text.slice(at, (at += 1) + 1))
    else if (sign === ',' || sign === '+') parts.push('')
    else if ('";<>\0'.includes(sign)) return undefined
    else add(sign)
  }
  return parts
}

function valueOf(part: string): string | undefined {
  const at = part.indexOf('=')
  if (at < 0 || !attributeType.test(part.slice(0, at).trim())) return undefined
  const written = part.slice(at + 1).replace(/^ +/, '')
  return written.startsWith('#') ? undefined : unescaped(written.replace(/(?<!\\) +$/, ''))
}

function unescaped(written: string): string | undefined {
  const bytes: number[] = []
  const encoder = new TextEncoder()
  const signs = [...written]
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? ''
    if (sign !== '\\') {
      bytes.push(...encoder.encode(sign))
      continue
    }
    const [one = '', two = ''] = signs.slice(at + 1, at + 3)
    const isHex = /^[\da-f]{2}$/i.test(one + two)
    if (isHex) bytes.push(Number.parseInt(one + two, 16))
    else if (one !== '' && ' "#+,;<=>\\'.includes(one)) bytes.push(...encoder.encode(one))
    else return undefined
    at += isHex ? 2 : 1
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes))
  } catch {
    return undefined
  }
}
