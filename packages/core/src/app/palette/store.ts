import { createStore, type StoreApi } from 'zustand/vanilla'

import type { BrandingStore } from '../../tenant/branding/store.ts'
import type { Environments } from '../../tenant/environments/store.ts'
import type { Client } from '../../kit/http/client.ts'
import type { Clock, DeviceMemory } from '../../kit/http/port.ts'
import { listIdentityProviders, type IdentityProvider } from '../../providers/identity-providers/contract.ts'
import type { Launcher } from '../../applications/launcher/store.ts'
import { moduleRoutes } from '../../kit/navigation/modules.ts'
import { knownEntries, objectsOf, type PaletteSources } from './entries.ts'
import {
  foundGroups,
  type AskingAction,
  type PaletteEntry,
  type PaletteGroup,
  type PaletteSection,
  type PaletteTarget,
} from './entry.ts'
import { matchable, matches, moreEntries, sectionsOf, shownMax, type Matchable } from './match.ts'
import { recentEntries, rememberEntry } from './recent.ts'
import { searchedNouns, searchObjects, type Searched, type SearchedNoun } from './search.ts'

/** The parts of a core that the palette reads. */
type Parts = {
  readonly client: Client
  readonly clock: Clock
  readonly memory: DeviceMemory
  readonly branding: Pick<BrandingStore, 'getState'>
  readonly launcher: Launcher
  readonly environments: Environments
}

/** The palette asks again at each use: `isAdmin`, `owner` and `environmentId` may become known after it was opened. */
export type PaletteFace = {
  /** Origin of the portal, for addresses of modules. */
  readonly origin: string
  /** Identifies the person on this device. */
  readonly owner: string
  readonly isAdmin: boolean
  /** The environment that is worked in. */
  readonly environmentId: string | undefined
  /** Whether this face has a page of a person, so that the server is searched for people. */
  readonly findsPeople?: boolean
  /** Whether this face can do what an entry leads to; absent: it can do everything. */
  readonly offers?: (entry: PaletteEntry) => boolean
}

export type PaletteState = {
  readonly text: string
  /** The action whose object is chosen now. */
  readonly asking: AskingAction | undefined
  readonly sections: readonly PaletteSection[]
  /** The entry that Enter chooses. */
  readonly active: PaletteEntry | undefined
  /** The server is searching for this text. */
  readonly isSearching: boolean
  /** The server could not be asked; what is known already is shown. */
  readonly hasFailed: boolean
}

/** One opening of the palette. It begins to read when `open` is called; `close` drops what has not arrived. */
export type Palette = StoreApi<PaletteState> & {
  open(): void
  close(): void
  type(text: string): void
  /** Moves the active entry, wrapping at the ends. */
  move(by: number): void
  /** Where the entry leads; undefined: the palette stays open, to ask for an object or to show more. */
  choose(entry: PaletteEntry): PaletteTarget | undefined
  /** Leaves the choice of an object; false: there was none. */
  back(): boolean
}

/** What the server found for a text. `next`: where the rest of a long answer begins. */
type Found = {
  readonly text: string
  readonly rows: readonly PaletteEntry[]
  readonly next: ReadonlyMap<PaletteGroup, string>
}

const nothingFound: Found = { text: '', rows: [], next: new Map() }

export function createPalette(parts: Parts, face: PaletteFace): Palette {
  const { client, memory, branding, launcher, environments } = parts
  const store = createStore<PaletteState>(() => ({
    text: '',
    asking: undefined,
    sections: [],
    active: undefined,
    isSearching: false,
    hasFailed: false,
  }))
  let providers: readonly IdentityProvider[] = []
  let known: readonly Matchable[] = []
  let recent: readonly PaletteEntry[] = []
  let found = nothingFound
  let request: AbortController | undefined
  /** Where the last search looked, or would have: it starts again when another place is known. */
  let searchedPlace: string | undefined
  let isReading = false
  let most = new Map<PaletteGroup, number>()
  let leave: readonly (() => void)[] = []

  function sources(): PaletteSources {
    const { user, adminModules, applications } = launcher.getState()
    const { adminEnvironments, environments: openEnvironments } = environments.getState()
    return {
      words: branding.getState().words,
      isAdmin: face.isAdmin,
      tabs: user?.routes ?? [],
      isPerson: user?.banner === undefined,
      mayChange: user?.banner?.readonly !== true,
      modules: moduleRoutes(adminModules ?? [], face.origin),
      environmentId: face.environmentId,
      environments: face.isAdmin ? (adminEnvironments ?? []) : [],
      openEnvironments: openEnvironments ?? [],
      applications: applications ?? [],
      providers,
    }
  }

  /** What is known changed: computed again, with the entries of an action if one asks. */
  function refresh(): void {
    const { asking } = store.getState()
    const all = knownEntries(sources()).filter(offered)
    const byId = new Map(all.map((entry) => [entry.id, entry]))
    recent = recentEntries(memory, face.owner, byId, face.isAdmin).filter(offered)
    known = (asking === undefined ? all : (objectsOf(asking, sources()) ?? [])).map(matchable)
    draw()
  }

  function offered(entry: PaletteEntry): boolean {
    return face.offers?.(entry) ?? true
  }

  function draw(): void {
    const { text, asking, active } = store.getState()
    const isEmpty = text.trim() === ''
    const shown = [
      ...known,
      ...found.rows.filter((one) => !known.some(({ entry }) => entry.id === one.id)).map(matchable),
    ]
    const recentIds = asking === undefined ? recent.map(({ id }) => id) : []
    const sections = sectionsOf(isEmpty ? unfiltered(shown, recentIds) : matchesOf(shown, text, recentIds), {
      late: foundGroups,
      most: asking === undefined ? most : new Map([...groupsOf(shown), ...most]),
      hasMore: new Set(found.next.keys()),
      moreLabel: branding.getState().words.say('palette.more'),
    })
    const entries = sections.flatMap((section) => section.entries)
    store.setState({ sections, active: entries.find(({ id }) => id === active?.id) ?? entries[0] })
  }

  /** What the server found is not compared again: it also finds ids. */
  function matchesOf(shown: readonly Matchable[], text: string, recentIds: readonly string[]) {
    const isAnswer = (one: Matchable) => found.text === text && found.rows.some(({ id }) => id === one.entry.id)
    const answers = shown.filter(isAnswer).map((one) => ({ ...one, rank: 3 }))
    const recentObjects = recent.filter(({ id }) => !shown.some(({ entry }) => entry.id === id)).map(matchable)
    const others = [...recentObjects, ...shown.filter((one) => !isAnswer(one))]
    return [...matches(others, text, recentIds), ...answers]
  }

  function unfiltered(shown: readonly Matchable[], recentIds: readonly string[]) {
    const { asking } = store.getState()
    const latest = asking === undefined ? recent.map((entry) => matchable({ ...entry, group: 'recent' })) : []
    const others = shown.filter(({ entry }) => entry.isTypedOnly !== true && !recentIds.includes(entry.id))
    return [...latest, ...others].map((one) => ({ ...one, rank: 0 }))
  }

  function wanted() {
    const { text, asking } = store.getState()
    const environment = sources().environments.find(({ id }) => id === face.environmentId)
    const searched = { text, asking, environment, findsPeople: face.findsPeople === true }
    const nouns = face.isAdmin ? searchedNouns(searched) : []
    return { searched, nouns, place: [...nouns, environment?.id].join(' ') }
  }

  async function search(): Promise<void> {
    const { searched, nouns, place } = wanted()
    searchedPlace = place
    if (nouns.length > 0) return ask(searched, nouns)
    request?.abort()
    request = undefined
    found = nothingFound
    store.setState({ isSearching: false, hasFailed: false })
  }

  /** Asks for all nouns at once and shows them together, so that a late answer moves nothing. `more`: the rest of an answer. */
  async function ask(searched: Searched, nouns: readonly SearchedNoun[], more?: Found): Promise<void> {
    request?.abort()
    const mine = new AbortController()
    request = mine
    store.setState({ isSearching: true })
    const answers = await Promise.all(
      nouns.map(async (noun) => {
        const cursor = more?.next.get(noun)
        return { noun, outcome: await searchObjects(parts, noun, searched, { cursor, signal: mine.signal }) }
      }),
    )
    // The answer to an earlier text is dropped, in whatever order they arrive.
    if (request !== mine) return
    store.setState({ isSearching: false, hasFailed: answers.some(({ outcome }) => !outcome.ok) })
    const read = answers.flatMap(({ noun, outcome }) => (outcome.ok ? [{ noun, ...outcome.value }] : []))
    if (read.length === 0) return
    const rows = read.flatMap((page) => page.rows.filter(offered))
    const next = new Map(more?.next)
    for (const { noun, next: cursor } of read) {
      if (cursor === null) next.delete(noun)
      else next.set(noun, cursor)
    }
    found = { text: searched.text, rows: [...(more?.rows ?? []), ...rows], next }
    draw()
  }

  /** More is known, perhaps only now whether and where the server is searched for what was typed before. */
  function learn(): void {
    read()
    refresh()
    if (wanted().place !== searchedPlace) void search()
  }

  function read(): void {
    if (!face.isAdmin || isReading) return
    isReading = true
    if (environments.getState().adminEnvironments === undefined) void environments.fetchAdmin()
    void loadProviders()
  }

  async function loadProviders(): Promise<void> {
    const outcome = await client.call(listIdentityProviders)
    if (!outcome.ok || leave.length === 0) return
    providers = outcome.value.idps
    refresh()
  }

  function restart(state: Pick<PaletteState, 'text' | 'asking'>): void {
    most = new Map()
    if (state.asking !== store.getState().asking) found = nothingFound
    store.setState({ ...state, active: undefined })
    void search()
    refresh()
  }

  function showMore(group: PaletteGroup): void {
    const before = most.get(group) ?? shownMax
    most.set(group, before + moreEntries)
    const { searched, nouns } = wanted()
    const rest = nouns.filter((noun) => noun === group && found.next.has(noun))
    if (rest.length > 0) void ask(searched, rest, found)
    draw()
  }

  return {
    ...store,
    open() {
      leave = [launcher.subscribe(learn), environments.subscribe(learn)]
      refresh()
      if (launcher.getState().applications === undefined) void launcher.fetchApplications()
      read()
    },
    close() {
      for (const end of leave) end()
      leave = []
      request?.abort()
      request = undefined
      isReading = false
    },
    type: (text) => restart({ text, asking: store.getState().asking }),
    move(by) {
      const entries = store.getState().sections.flatMap((section) => section.entries)
      if (entries.length === 0) return
      const at = entries.findIndex(({ id }) => id === store.getState().active?.id)
      store.setState({ active: entries[(at + by + entries.length) % entries.length] })
    },
    choose(entry) {
      const { target } = entry
      if (target.kind === 'more') {
        showMore(target.of)
        return undefined
      }
      if (store.getState().asking === undefined) rememberEntry(memory, face.owner, entry)
      if (target.kind !== 'ask') return target
      if (target.action === 'switchEnvironment') void environments.fetch()
      restart({ text: '', asking: target.action })
      return undefined
    },
    back() {
      if (store.getState().asking === undefined) return false
      restart({ text: '', asking: undefined })
      return true
    },
  }
}

/** In the choice of an object, its group has the room of all groups. */
function groupsOf(shown: readonly Matchable[]): Map<PaletteGroup, number> {
  return new Map(shown.map(({ entry }) => [entry.group, moreEntries]))
}
