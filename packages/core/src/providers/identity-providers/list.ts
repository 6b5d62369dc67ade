import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { domainKinds, formatText } from './format-text.ts'
import { listIdentityProviders, type IdentityProvider } from './contract.ts'
import { typeNames } from './type-names.ts'
import { identityProviderNoun } from './noun.ts'
import { orderProviders } from './order.ts'

/** The identity providers of the tenant: the primary one first, the others by name. */
export const identityProviderList: ListedNoun<IdentityProvider> = {
  noun: identityProviderNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  order: orderProviders,
  texts: (row) => [
    typeNames[row.type].name,
    row.primary ? 'primary' : '',
    row.pendingSwitch ? 'switch pending' : '',
    row.enabled ? 'on' : 'off',
    ...domainKinds.flatMap((kind) => row[kind].map((value) => formatText(kind, value))),
  ],
  async fetchPage({ client }, { signal }) {
    return wholePage(mapped(await client.call(listIdentityProviders, { signal }), ({ idps }) => ({ rows: idps })))
  },
}
