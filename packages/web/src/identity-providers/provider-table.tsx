import { fieldOf, identityProviderNoun, typeNames, type IdentityProvider } from '@portico/core'

import { useWords } from '../context/portal-context.tsx'
import { Link } from '../navigation/link.tsx'
import { Pill } from '../ui/pill.tsx'
import tableStyles from '../ui/table.module.css'
import { FormatPills } from '../username-formats/format-pills.tsx'
import { providerPath } from './admin-paths.ts'
import { ProviderEnds } from './provider-ends.tsx'
import styles from './provider-table.module.css'

export function ProviderTable({ providers }: { providers: readonly IdentityProvider[] }) {
  const words = useWords()
  const heads = [
    fieldOf(identityProviderNoun, 'name')?.label,
    words.say('idp.state'),
    words.say('idp.formats'),
    words.say('idp.ends'),
  ]
  return (
    <div className={tableStyles['scroll']}>
      <table className={tableStyles['table']} aria-label={identityProviderNoun.labelPlural}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {providers.map((provider) => (
            <tr key={provider.id}>
              <td className={styles['name']}>
                <Link to={providerPath(provider.id)} className={styles['link']}>
                  {provider.name}
                </Link>
                <span className={styles['type']}>{typeNames[provider.type].name}</span>
              </td>
              <td>
                <ProviderState provider={provider} />
              </td>
              <td>
                <FormatPills suffixes={provider.suffixes} prefixes={provider.prefixes} />
              </td>
              <td>
                <ProviderEnds provider={provider} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Primary, pending primary, enabled or disabled. */
export function ProviderState({ provider }: { provider: IdentityProvider }) {
  const words = useWords()
  return (
    <span className={styles['pills']}>
      {provider.primary && <Pill tone="accent">{words.say('idp.primary')}</Pill>}
      {provider.pendingSwitch && <Pill tone="warning">{words.say('idp.pendingSwitch')}</Pill>}
      <Pill tone={provider.enabled ? 'plain' : 'warning'}>{words.say(provider.enabled ? 'idp.on' : 'idp.off')}</Pill>
    </span>
  )
}
