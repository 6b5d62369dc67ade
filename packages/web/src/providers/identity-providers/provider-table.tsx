import { fieldOf, identityProviderNoun, signsIn, typeNames, type IdentityProvider } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { FormatPills } from '../username-formats/format-pills.tsx'
import { providerPath } from '../../kit/navigation/paths.ts'
import { ProviderEnds } from './provider-ends.tsx'
import styles from './provider-table.module.css'
import texts from '../../kit/ui/texts.module.css'

export function ProviderTable({ providers }: { providers: readonly IdentityProvider[] }) {
  const words = useWords()
  const columns = [
    { id: 'name', label: fieldOf(identityProviderNoun, 'name')?.label ?? '' },
    { id: 'state', label: words.say('idp.state') },
    { id: 'formats', label: words.say('idp.formats') },
    { id: 'ends', label: words.say('idp.ends') },
  ]
  const rows = providers.map((provider) => ({
    id: provider.id,
    cells: [
      <div key="name" className={styles['name']}>
        <Link to={providerPath(provider.id)} className={styles['link']}>
          {provider.name}
        </Link>
        <span className={texts['small']}>{typeNames[provider.type].name}</span>
      </div>,
      <ProviderState key="state" provider={provider} />,
      <FormatPills key="formats" suffixes={provider.suffixes} prefixes={provider.prefixes} />,
      <ProviderEnds key="ends" provider={provider} />,
    ],
  }))
  return <DataTable label={identityProviderNoun.labelPlural} columns={columns} rows={rows} />
}

/** Primary, pending primary, enabled or disabled, and whether there are changes that are not in effect. */
export function ProviderState({ provider }: { provider: IdentityProvider }) {
  const words = useWords()
  const isOn = signsIn(provider)
  return (
    <span className={styles['pills']}>
      {provider.primary && <Pill tone="accent">{words.say('idp.primary')}</Pill>}
      {provider.pendingSwitch && <Pill tone="warning">{words.say('idp.pendingSwitch')}</Pill>}
      {provider.live === null && provider.draft !== null ? (
        <Pill tone="warning">{words.say('idp.notKept')}</Pill>
      ) : (
        <Pill tone={isOn ? 'plain' : 'warning'}>{words.say(isOn ? 'idp.on' : 'idp.off')}</Pill>
      )}
      {provider.live !== null && provider.draft !== null && <Pill tone="warning">{words.say('idp.draft')}</Pill>}
    </span>
  )
}
