import { createNamespaces } from './namespaces.ts'
import { attributesOf, endOfTag, nameIn, plainText, rawCdata } from './tags.ts'
import { XmlFault } from './xml-fault.ts'

/** An entity in SAML metadata: its id, and the name that people know. */
export type NamedEntity = {
  readonly entityId: string
  readonly name: string | null
  /** Its names in other languages, for a search. */
  readonly otherNames?: string[] | undefined
}

export type ScannedEntities = {
  /** In the order of the document, each entity ID once; at most {@link entitiesMax}, whose texts have {@link namesLengthMax} characters in all. */
  readonly entities: readonly NamedEntity[]
  /** How many the document has. */
  readonly total: number
  /** A document of one entity: the one asked for, or the only one. */
  readonly chosen: { readonly entityId: string; readonly document: string } | undefined
}

export const entitiesMax = 20_000
export const namesLengthMax = 2_000_000
/** Maximum length of one entity, with the opening tags of the groups around it. */
export const entityLengthMax = 1_048_576
const tagLengthMax = 65_536
const nameLengthMax = 200
const entityIdLengthMax = 1024
const namesMax = 8
const depthMax = 64
/** Maximum length of the opening tags of all groups around an entity. */
const groupsLengthMax = 131_072

export type EntityScanner = {
  /** Takes the next part of the decoded text. Throws XmlFault. */
  push(text: string): void
  /** Throws XmlFault if the document is incomplete. */
  end(): ScannedEntities
  /** Characters that are held now: those not yet read, of the entity that is cut out, and of the list. */
  retained(): number
}

const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata'
const uiNs = 'urn:oasis:names:tc:SAML:metadata:ui'
const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol'

/** Which entities count: those with this descriptor for SAML 2.0. */
export type EntityRole = 'IDPSSODescriptor' | 'SPSSODescriptor'

type Open = {
  readonly name: string
  readonly kind: 'group' | 'entity' | 'other'
  /** The opening tag of a group, with its namespaces and its validUntil. */
  readonly tag: string
}

type Entity = {
  readonly entityId: string
  hasRole: boolean
  english: string | undefined
  readonly names: string[]
}

/**
 * Finds the entities with a role in SAML metadata of any length (metadata 2.3), part by part, and cuts one of them out. Entities count only as
 * members of EntitiesDescriptor elements: not in comments, CDATA or extensions. Refuses DOCTYPE. It does not judge what an entity
 * says: the XML parser reads the document that is cut out, in which the opening tags of the groups around the entity
 * keep its namespaces and its `validUntil`.
 */
export function createEntityScanner(o: {
  readonly role: EntityRole
  readonly entityId?: string | undefined
}): EntityScanner {
  /** Not yet read, from `at` on. */
  let text = ''
  let at = 0
  /** What ends the comment, CDATA or processing instruction in which the text is. */
  let within: { readonly end: string; readonly isCdata: boolean } | undefined
  let hasRoot = false
  const open: Open[] = []
  const namespaces = createNamespaces()
  const copied = createCopier()
  let groupsLength = 0

  let entity: Entity | undefined
  /** The text of a display name in the entity, while it is read. */
  let naming: { readonly depth: number; readonly isEnglish: boolean; raw: string } | undefined
  let cut: { parts: string[]; length: number } | undefined

  const found = new Map<string, NamedEntity>()
  let namesLength = 0
  let total = 0
  let chosen: { entityId: string; document: string } | undefined
  let isTooLong = false

  function take(end: number): string {
    const taken = text.slice(at, end)
    at = end
    if (cut !== undefined) {
      cut.length += taken.length
      if (cut.length <= entityLengthMax) cut.parts.push(taken)
      else cut.parts = []
    }
    return taken
  }

  /** One token, or what there is of it; false: more text is needed. */
  function step(): boolean {
    if (within !== undefined) return skipWithin(within)
    if (text[at] !== '<') {
      const next = text.indexOf('<', at)
      readText(take(next < 0 ? text.length : next))
      return true
    }
    for (const [start, end] of sections) {
      if (text.startsWith(start, at)) {
        if (end === ']]>' && open.length === 0) throw new XmlFault('unreadable', 'CDATA')
        within = { end, isCdata: end === ']]>' }
        take(at + start.length)
        return true
      }
      if (start.startsWith(text.slice(at, at + start.length))) return false
    }
    if (text[at + 1] === '!') throw new XmlFault('forbidden', 'DOCTYPE')
    const end = endOfTag(text, at)
    if (end === undefined) {
      if (text.length - at > tagLengthMax) throw new XmlFault('too-large', 'a tag')
      return false
    }
    if (end - at > tagLengthMax) throw new XmlFault('too-large', 'a tag')
    if (text[at + 1] === '/') close(text.slice(at + 2, end - 1).trimEnd(), end)
    else start(text.slice(at, end), end)
    return true
  }

  function skipWithin({ end, isCdata }: { readonly end: string; readonly isCdata: boolean }): boolean {
    const stop = text.indexOf(end, at)
    // The end may be divided between two parts.
    const until = stop < 0 ? Math.max(at, text.length - end.length + 1) : stop
    const content = take(until)
    if (isCdata) name(rawCdata(content))
    if (stop < 0) return false
    take(stop + end.length)
    within = undefined
    return true
  }

  function readText(content: string): void {
    if (open.length > 0) return name(content)
    if (content.trim() !== '') throw new XmlFault('unreadable', 'text beside the root element')
  }

  function name(raw: string): void {
    // References are longer than what they stand for.
    if (naming !== undefined && naming.raw.length < 8 * nameLengthMax)
      naming.raw += raw.slice(0, 8 * nameLengthMax - naming.raw.length)
  }

  function start(tag: string, end: number): void {
    const tagName = nameIn(tag)
    if (tagName === undefined || tag.indexOf('<', 1) >= 0) throw new XmlFault('unreadable', 'a tag')
    if (open.length === 0 && hasRoot) throw new XmlFault('unreadable', 'a second root element')
    if (open.length >= depthMax) throw new XmlFault('forbidden', 'nested too deep')
    hasRoot = true
    const isEmpty = tag.at(-2) === '/'
    const attributes = () => attributesOf(tag) ?? unreadableTag()
    namespaces.open(open.length, tag.includes('xmlns') ? attributes() : undefined)
    const local = localName(tagName)
    const around = open.at(-1)?.kind ?? 'group'
    const isMember = around === 'group'
    const isMetadata = () => namespaces.of(tagName) === metadataNs
    const isGroup = isMember && local === 'EntitiesDescriptor' && isMetadata()
    const isEntity = isMember && local === 'EntityDescriptor' && isMetadata()
    if (isEntity) begin(attributes().get('entityID'))
    else if (entity !== undefined && around === 'entity' && local === o.role && isMetadata())
      entity.hasRole ||= (plainText(attributes().get('protocolSupportEnumeration') ?? '') ?? '')
        .split(/\s+/)
        .includes(protocolNs)
    else if (entity !== undefined && naming === undefined && isDisplayName(tagName, local))
      naming = { depth: open.length, isEnglish: attributes().get('xml:lang') === 'en', raw: '' }
    take(end)
    if (isGroup && !isEmpty) {
      groupsLength += tag.length
      if (groupsLength > groupsLengthMax) throw new XmlFault('too-large', 'the groups around an entity')
    }
    const kind = isGroup ? 'group' : isEntity ? 'entity' : 'other'
    open.push(isGroup ? { name: copied(tagName), kind, tag: copied(tag) } : { name: tagName, kind, tag: '' })
    if (isEmpty) ended()
  }

  function isDisplayName(tagName: string, local: string): boolean {
    if (local === 'DisplayName') return namespaces.of(tagName) === uiNs
    return local === 'OrganizationDisplayName' && namespaces.of(tagName) === metadataNs
  }

  function close(tagName: string, end: number): void {
    if (open.at(-1)?.name !== tagName) throw new XmlFault('unreadable', 'elements that overlap')
    take(end)
    ended()
  }

  function ended(): void {
    const last = open.pop()
    namespaces.close(open.length)
    if (naming?.depth === open.length) endName(naming)
    if (last?.kind === 'group') groupsLength -= last.tag.length
    if (last?.kind === 'entity') endEntity()
  }

  function begin(written: string | undefined): void {
    const entityId = plainText(written ?? '') ?? unreadableTag()
    entity = { entityId: copied(entityId), hasRole: false, english: undefined, names: [] }
    const isWanted =
      o.entityId === undefined ? total === 0 : !isTooLong && chosen === undefined && entityId === o.entityId
    if (isWanted) cut = { parts: open.map(({ tag }) => tag), length: groupsLength }
  }

  function endName({ isEnglish, raw }: { readonly isEnglish: boolean; readonly raw: string }): void {
    naming = undefined
    // A reference or a surrogate pair at the end may be cut off.
    const plain =
      plainText(raw.replace(/(?:&[^;]{0,9}|\p{Cs})$/u, ''))
        ?.trim()
        .slice(0, nameLengthMax) ?? ''
    if (entity === undefined || plain === '' || entity.names.includes(plain)) return
    if (entity.names.length < namesMax) entity.names.push(copied(plain))
    if (isEnglish) entity.english ??= copied(plain)
  }

  function endEntity(): void {
    const [seen, kept] = [entity, cut]
    entity = undefined
    cut = undefined
    if (seen === undefined || seen.entityId === '' || !seen.hasRole) return
    total += 1
    list(seen)
    if (o.entityId === undefined && total > 1) chosen = undefined
    else if (kept !== undefined && kept.length > entityLengthMax) isTooLong = true
    else if (kept !== undefined) {
      const closing = open.map((group) => `</${group.name}>`).reverse()
      chosen = { entityId: seen.entityId, document: [...kept.parts, ...closing].join('') }
    }
  }

  function list({ entityId, english, names }: Entity): void {
    if (found.has(entityId) || entityId.length > entityIdLengthMax || found.size >= entitiesMax) return
    const shown = english ?? names[0] ?? null
    const otherNames = names.filter((one) => one !== shown)
    const length = [entityId, shown ?? '', ...otherNames].join('').length
    if (namesLength + length > namesLengthMax) return
    namesLength += length
    found.set(entityId, { entityId, name: shown, ...(otherNames.length === 0 ? {} : { otherNames }) })
  }

  return {
    push(more) {
      text = text.slice(at) + more
      at = 0
      while (at < text.length && step());
    },
    end() {
      if (!hasRoot || open.length > 0 || within !== undefined || at < text.length)
        throw new XmlFault('unreadable', 'it ends too early')
      if (isTooLong && chosen === undefined && (o.entityId !== undefined || total === 1))
        throw new XmlFault('too-large', 'the description of one provider is longer than 1 MB')
      return { entities: [...found.values()], total, chosen }
    },
    retained: () => text.length - at + (cut?.length ?? 0) + (chosen?.document.length ?? 0) + groupsLength + namesLength,
  }
}

/** What is skipped, by how it begins and ends; of CDATA, the text counts. */
const sections = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function unreadableTag(): never {
  throw new XmlFault('unreadable', 'a tag')
}

/** Copies parts of strings: a part keeps the whole string in memory. */
function createCopier(): (part: string) => string {
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder('utf-8', { ignoreBOM: true })]
  return (part) => decoder.decode(encoder.encode(part))
}
