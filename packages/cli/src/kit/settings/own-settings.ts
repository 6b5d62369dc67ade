/** What a person set for the terminal UI, kept in the profile. */
export type OwnSettings = {
  /** Names of nouns, on top of the sidebar. */
  readonly favourites: readonly string[]
  /** Commands of the palette by key. */
  readonly hotkeys: ReadonlyMap<string, string>
  /** Columns of lists in their order, and the order of the rows ('' for the usual one), by the plural of the noun. */
  readonly columns: ReadonlyMap<string, OwnColumns>
}

export type OwnColumns = { readonly fields: readonly string[]; readonly sort: string }

export type OwnKey = keyof OwnSettings

/** What a change sets, given what is set now. */
export type OwnChange = (own: OwnSettings) => Partial<OwnSettings>

/** The settings as a profile stores them. */
export type OwnTexts = { readonly [Key in OwnKey]?: string | undefined }

export const hotkeyNames = ['f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9', 'f10', 'f11', 'f12'] as const

export const noOwnSettings: OwnSettings = { favourites: [], hotkeys: new Map(), columns: new Map() }

/** `person, audit` */
export function readFavourites(text: string): readonly string[] {
  return [...new Set(partsOf(text, ','))]
}

/** `f2=tree; f3=service-account robot`. undefined: a key is not one of {@link hotkeyNames}, or a command is missing. */
export function readHotkeys(text: string): ReadonlyMap<string, string> | undefined {
  const pairs = partsOf(text, ';').map(pairOf)
  const isValid = pairs.every(([key, command]) => (hotkeyNames as readonly string[]).includes(key) && command !== '')
  return isValid ? new Map(pairs) : undefined
}

/** `service-accounts=name,keys:-lastUsedAt; people=name,username`. undefined: a list or its columns are missing. */
export function readColumns(text: string): ReadonlyMap<string, OwnColumns> | undefined {
  const lists = partsOf(text, ';').map(pairOf)
  if (lists.some(([list, columns]) => list === '' || columns === '')) return undefined
  return new Map(
    lists.map(([list, columns]) => {
      const [fields = '', sort = ''] = columns.split(':')
      return [list, { fields: partsOf(fields, ','), sort: sort.trim() }]
    }),
  )
}

/** Invalid texts count as not set. */
export function readOwn(texts: OwnTexts): OwnSettings {
  return {
    favourites: readFavourites(texts.favourites ?? ''),
    hotkeys: readHotkeys(texts.hotkeys ?? '') ?? noOwnSettings.hotkeys,
    columns: readColumns(texts.columns ?? '') ?? noOwnSettings.columns,
  }
}

/** The texts that a change replaces. */
export function changedTexts(texts: OwnTexts, change: OwnChange): Partial<Record<OwnKey, string>> {
  const own = readOwn(texts)
  const changed = change(own)
  const keys = Object.keys(changed) as OwnKey[]
  return Object.fromEntries(keys.map((key) => [key, ownText({ ...own, ...changed }, key)]))
}

/** As the setting stores it. */
export function ownText(own: OwnSettings, key: OwnKey): string {
  if (key === 'favourites') return own.favourites.join(', ')
  if (key === 'hotkeys') return [...own.hotkeys].map(([name, command]) => `${name}=${command}`).join('; ')
  return [...own.columns]
    .map(([list, { fields, sort }]) => `${list}=${fields.join(',')}${sort === '' ? '' : `:${sort}`}`)
    .join('; ')
}

function partsOf(text: string, separator: string): readonly string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  return at === -1 ? ['', ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
