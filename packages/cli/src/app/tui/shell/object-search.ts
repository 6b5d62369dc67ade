import { createPalette, seesOverview } from '@portico/core'

import type { App, PaletteSearch } from '../../../kit/terminal/app/app.ts'
import { sidebarEntries } from './sidebar.ts'

// Pages and what a command does already are commands here.
const groups = new Set(['applications', 'environments', 'identityProviders', 'people', 'serviceAccounts', 'signIns'])
const actions = new Set(['palette.addIdentityProvider'])

/** core's palette below the commands: objects of every noun, what was used last, and actions that ask for an object. */
export function openObjectSearch(app: App): PaletteSearch {
  const { core, state } = app
  const { principal } = core.launcher.getState()
  const palette = createPalette(core, {
    origin: app.origin,
    owner: principal?.id ?? '',
    isAdmin: principal !== undefined && seesOverview(principal),
    // Where no environment was chosen yet, that of the session, as in the portal.
    environmentId: state.getState().environmentId ?? principal?.environment?.id,
    findsPeople: true,
    offers: ({ id, group, target }) =>
      groups.has(group) || target.kind === 'ask' || actions.has(id.split(' ')[1] ?? ''),
  })
  palette.open()
  const end = app.palette.subscribe(({ value }, before) => {
    const { search } = state.getState()
    if (value === before.value || search === undefined) return
    state.setState({ search: { ...search, isChoosing: false } })
    palette.type(palette.getState().asking === undefined ? searchedText(value) : value)
  })
  return {
    palette,
    isChoosing: false,
    close() {
      end()
      palette.close()
    },
  }
}

/** Resolves once the server has answered for the text that is typed. */
export async function answered({ palette }: PaletteSearch): Promise<void> {
  if (!palette.getState().isSearching) return
  await new Promise<void>((resolve) => {
    const end = palette.subscribe(({ isSearching }) => {
      if (isSearching) return
      end()
      resolve()
    })
  })
}

/** The search of objects ignores the noun in front: `:sa ledger` searches `ledger`. */
function searchedText(typed: string): string {
  const [, name = '', rest = ''] = /^\s*(\S*)\s*(.*)$/.exec(typed) ?? []
  const isNoun = sidebarEntries.some(({ names }) => names.includes(name.toLowerCase()))
  return isNoun ? rest : typed.trim()
}
