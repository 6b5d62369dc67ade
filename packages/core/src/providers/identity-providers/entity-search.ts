import type { NamedEntity } from '../../kit/metadata/entity-scanner.ts'

/** A file of a browser, in chunks. */
export async function* chunksOfFile(file: Pick<Blob, 'size' | 'slice'>): AsyncGenerator<Uint8Array> {
  const size = 262_144
  for (let at = 0; at < file.size; at += size) yield new Uint8Array(await file.slice(at, at + size).arrayBuffer())
}

/** The entities whose id or name, in any language, contains each of the words; all of them for an empty text. */
export function matchingEntities<Entity extends NamedEntity>(entities: readonly Entity[], text: string): Entity[] {
  const words = text.toLowerCase().split(/\s+/)
  return entities.filter(({ entityId, name, otherNames = [] }) => {
    const found = [entityId, name ?? '', ...otherNames].join('\n').toLowerCase()
    return words.every((word) => found.includes(word))
  })
}
