import type { LazyParts } from '../../kit/lazy-parts.ts'
import { listOf, type List } from '../../kit/lists/list.ts'
import { wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import type { Noun } from '../../kit/nouns/noun.ts'
import { launcherSections, type LauncherSection } from './arrangement.ts'
import {
  getLauncherApplications,
  getLauncherPreferences,
  type LauncherApplication,
  type LauncherPreferences,
} from './contract.ts'
import { filterApplications } from './filter.ts'
import { createLauncherPreferences } from './preferences.ts'

/** An application in a section of the launcher: a favourite has a second row among all applications. */
export type LauncherRow = {
  readonly id: string
  readonly section: LauncherSection['id']
  /** Whether the row is the first of its section. */
  readonly isFirst: boolean
  readonly isFavourite: boolean
  readonly application: LauncherApplication
}

export const launcherNoun: Noun<LauncherRow> = {
  name: 'launcher',
  plural: 'launcher',
  aliases: [],
  label: 'Launcher',
  labelPlural: 'Launcher',
  summary: 'Applications that you can open',
  fields: [
    {
      name: 'section',
      label: 'Section',
      kind: 'text',
      summary: 'Section of the launcher',
      value: ({ section }) => section,
    },
    {
      name: 'label',
      label: 'Application',
      kind: 'text',
      summary: 'Display name',
      value: ({ application }) => application.label,
    },
    {
      name: 'roles',
      label: 'Your roles',
      kind: 'list',
      summary: 'Labels of the roles the person has in the application',
      value: ({ application }) => application.roles,
    },
  ],
  columns: ['section', 'label', 'roles'],
  wideColumns: [],
  actions: [],
  inEnvironment: false,
}

/** The launcher as a list. Changes show at once and are saved in the background, as in {@link createLauncherPreferences}. */
export type LauncherList = {
  readonly list: List<LauncherRow>
  /** false for a service account, and until the arrangement was read. */
  isArrangeable(): boolean
  toggleFavourite(row: LauncherRow): Promise<void>
  /** Moves a favourite, or an application among all, by this number of places in its section. */
  move(row: LauncherRow, by: number): Promise<void>
  recordLaunch(row: Pick<LauncherRow, 'application'>): Promise<void>
}

const notArranged: LauncherPreferences = { layout: 'grid', favourites: [], order: [], recent: [] }

/** `core.lazily(createLauncherList)`. A service account has no arrangement: its applications stand by name. */
export function createLauncherList(parts: LazyParts): LauncherList {
  const preferences = parts.lazily(createLauncherPreferences)
  let applications: readonly LauncherApplication[] = []
  const arrangement = () => preferences.getState().preferences
  const rows = () => launcherRows(applications, arrangement() ?? notArranged)

  const listed: ListedNoun<LauncherRow> = {
    noun: launcherNoun,
    idOf: ({ id }) => id,
    searchedBy: 'here',
    sorts: [],
    noFilter: {},
    search: matchingRows,
    async fetchPage({ client }, { signal }) {
      const [open, arranged] = await Promise.all([
        client.call(getLauncherApplications, { signal }),
        client.call(getLauncherPreferences, { signal }),
      ])
      if (!open.ok) return open
      if (arranged.ok) preferences.take(arranged.value)
      else if (arranged.problem.kind !== 'expected' || arranged.problem.errorID !== 'PERSON_ONLY') return arranged
      ;({ applications } = open.value)
      return wholePage({ ok: true, value: { rows: rows() } })
    },
  }
  const list = listOf(parts, listed)

  /** A change that cannot be saved is undone by then. */
  async function shown(saved: Promise<void>): Promise<void> {
    const before = arrangement()
    list.take('', rows())
    await saved
    if (arrangement() !== before) list.take('', rows())
  }

  return {
    list,
    isArrangeable: () => arrangement() !== undefined,
    toggleFavourite: ({ application }) => shown(preferences.toggleFavourite(application.id)),
    async move({ section, application: { id } }, by) {
      const others = rows().filter((row) => row.section === section)
      const to = others.findIndex((row) => row.application.id === id) + by
      if (section === 'recent' || to < 0 || to >= others.length) return
      const saved =
        section === 'favourites'
          ? preferences.moveFavourite(applications, id, to)
          : preferences.moveApplication(applications, id, to)
      await shown(saved)
    },
    recordLaunch: ({ application }) => preferences.recordLaunch(application.id),
  }
}

/** The rows of the sections, in the order of every face. */
export function launcherRows(
  applications: readonly LauncherApplication[],
  preferences: LauncherPreferences,
): readonly LauncherRow[] {
  return launcherSections(applications, preferences, '').flatMap(({ id: section, applications: shown }) =>
    shown.map((application, at) => ({
      id: `${section}:${application.id}`,
      section,
      isFirst: at === 0,
      isFavourite: preferences.favourites.includes(application.id),
      application,
    })),
  )
}

/** The matches in the order of the filter, each once, without sections. */
function matchingRows(rows: readonly LauncherRow[], text: string): readonly LauncherRow[] {
  if (text.trim() === '') return rows
  const all = new Map(rows.map((row) => [row.application.id, row]))
  return filterApplications(
    [...all.values()].map(({ application }) => application),
    text,
  ).flatMap(({ id }, at) => {
    const row = all.get(id)
    return row === undefined ? [] : [{ ...row, isFirst: at === 0 }]
  })
}
