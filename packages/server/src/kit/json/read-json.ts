/** How much JSON from outside may hold: what is read afterwards walks it, by recursion and name by name. */
export type JsonBounds = {
  /** Objects and lists inside each other. */
  readonly depthMax: number
  /** Names in one object. */
  readonly namesMax: number
}

export const jsonBounds: JsonBounds = { depthMax: 32, namesMax: 1_000 }

/** Why a text is not read. */
export class JsonFault extends Error {
  override name = 'JsonFault'
  readonly kind: 'syntax' | 'depth' | 'names'

  constructor(kind: JsonFault['kind']) {
    super(sentences[kind])
    this.kind = kind
  }
}

const sentences = {
  syntax: 'it is not JSON',
  depth: `its JSON is nested more than ${jsonBounds.depthMax} levels deep`,
  names: `an object in its JSON has more than ${jsonBounds.namesMax} names`,
} as const

/** The value of a JSON text. Throws JsonFault, for what is out of bounds before it is parsed. */
export function readJson(text: string, bounds: JsonBounds = jsonBounds): unknown {
  checkJson(text, bounds)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new JsonFault('syntax')
  }
}

/** The same for bytes, which must be UTF-8. */
export function readJsonBytes(bytes: Uint8Array, bounds?: JsonBounds): unknown {
  return readJson(textOf(bytes), bounds)
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new JsonFault('syntax')
  }
}

/** A signed JWT whose header and claims a library parses: throws JsonFault where one of them is out of bounds. */
export function checkJwt(token: string): void {
  for (const part of token.split('.', 2)) checkJson(Buffer.from(part, 'base64url').toString('utf8'))
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * One pass over a JSON text, before it is parsed: parsing an object of 400,000 names and listing them takes some hundred times as
 * long. Throws JsonFault for a text beyond the bounds; whether it is JSON is not looked at.
 */
export function checkJson(text: string, { depthMax, namesMax }: JsonBounds = jsonBounds): void {
  /** Number of names in each object and list that is open at a place, the innermost last. */
  const names: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfText(text, at)
    else if (sign === openObject || sign === openList) {
      if (names.push(0) > depthMax) throw new JsonFault('depth')
    } else if (sign === closeObject || sign === closeList) names.pop()
    else if (sign === colon) {
      const count = (names.pop() ?? 0) + 1
      if (count > namesMax) throw new JsonFault('names')
      names.push(count)
    }
  }
}

/** The closing quote; the length of the text where there is none. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === backslash) at += 1
    else if (sign === quote) return at
  }
  return text.length
}
