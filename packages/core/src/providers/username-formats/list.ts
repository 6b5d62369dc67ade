import { listIdentityProviders, type IdentityProvider } from '../identity-providers/contract.ts'
import { orderProviders } from '../identity-providers/order.ts'
import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { formatText } from '../identity-providers/format-text.ts'
import { formatKindOf, formatRowsOf, usernameFormatNoun, type UsernameFormatRow } from './noun.ts'

export type UsernameFormatFilter = { /** Id of an identity provider. */ readonly idp?: string | undefined }

const kindTexts = { suffix: 'email domains', prefix: 'windows domains', address: 'email addresses' } as const

/** Every domain of the tenant with the provider it leads to, in the order of the providers. */
export const usernameFormatList: ListedNoun<UsernameFormatRow, UsernameFormatFilter> = {
  noun: usernameFormatNoun,
  idOf: ({ type, value }) => `${type} ${value}`,
  searchedBy: 'here',
  noFilter: {},
  filterRows: (rows, { idp }) => (idp === undefined ? rows : rows.filter(({ provider }) => provider.id === idp)),
  texts: (row) => [kindTexts[row.type], formatText(formatKindOf(row), row.value)],
  async fetchPage({ client }, { signal }) {
    const outcome = await client.call(listIdentityProviders, { signal })
    return wholePage(mapped(outcome, ({ idps }) => ({ rows: formatRowsOf(orderProviders(idps).map(inEffect)) })))
  },
}

/** The formats that sign-ins use, not those of a draft. */
function inEffect(provider: IdentityProvider): IdentityProvider {
  const { draft, live } = provider
  return draft === null ? provider : { ...provider, ...(live ?? { prefixes: [], suffixes: [], emailDomains: [] }) }
}
