import * as v from 'valibot'

import { groupChoicesMax, providerGroupList } from '../../people/groups/list.ts'
import { lastPage, totalMax } from '../../kit/lists/contract.ts'
import type { ListedNoun } from '../../kit/lists/listed.ts'
import { orderByName } from '../../kit/lists/order.ts'
import type { MappedGroup } from './contract.ts'

type Provider = { readonly id: string; readonly name: string }

/** Where to continue at each provider, by its id. */
const Cursors = v.record(v.string(), v.string())

/**
 * The groups of all these providers for a picker, searched by the server. A page has the next groups of each provider, by
 * name, so that a search shows the matches of all of them at once. It goes forward only: hold every page.
 */
export function groupsOfProviders(providers: readonly Provider[]): ListedNoun<MappedGroup> {
  return {
    noun: { fields: [], columns: [], wideColumns: [] },
    idOf: ({ id }) => id,
    searchedBy: 'server',
    noFilter: {},
    pageLength: groupChoicesMax,
    async fetchPage(parts, { cursor, ...request }) {
      const isLast = cursor === lastPage
      const from = cursor === undefined || isLast ? undefined : v.parse(Cursors, JSON.parse(cursor))
      const asked = providers.filter(({ id }) => from === undefined || from[id] !== undefined)
      const answers = await Promise.all(
        asked.map(({ id }) =>
          providerGroupList.fetchPage(parts, {
            ...request,
            scope: id,
            sort: '',
            cursor: isLast ? lastPage : from?.[id],
          }),
        ),
      )
      const rows: MappedGroup[] = []
      const next: Record<string, string> = {}
      let total: number | undefined = 0
      for (const [at, answer] of answers.entries()) {
        if (!answer.ok) return answer
        const { id: idp = '', name: idpName = '' } = asked[at] ?? {}
        const page = answer.value
        rows.push(...page.rows.map(({ id, name, claim }) => ({ id, name, claim, idp, idpName })))
        if (page.next !== null) next[idp] = page.next
        total = total === undefined || page.total === undefined ? undefined : total + page.total
      }
      return {
        ok: true,
        value: {
          rows: orderByName(rows, ({ name }) => name),
          next: Object.keys(next).length === 0 ? null : JSON.stringify(next),
          previous: null,
          ...(from === undefined && total !== undefined ? { total: Math.min(total, totalMax) } : {}),
        },
      }
    },
  }
}
