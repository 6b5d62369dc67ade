import type { ListedApiToken } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import table from '../../kit/ui/table.module.css'
import styles from './api-tokens.module.css'
import texts from '../../kit/ui/texts.module.css'

type Properties = {
  readonly tokens: readonly ListedApiToken[]
  readonly label: string
  /** Shows the owner of each token. */
  readonly hasOwners?: boolean
  readonly onRevoke: (token: ListedApiToken) => void
}

/** Tokens with what they are for, their end and their last use. */
export function TokenTable({ tokens, label, hasOwners = false, onRevoke }: Properties) {
  const words = useWords()
  const columns = [
    { id: 'name', label: words.text('Name') },
    ...(hasOwners ? [{ id: 'owner', label: words.text('Owner') }] : []),
    { id: 'application', label: words.text('Application') },
    { id: 'state', label: words.text('State') },
    { id: 'used', label: words.text('Last used') },
    { id: 'revoke', label: words.say('apiTokens.revoke'), isUnnamed: true, inCard: 'corner' as const },
  ]
  const rows = tokens.map((token) => ({
    id: token.id,
    cells: [
      <span key="name" className={styles['name']}>
        <span className={table['main']}>{token.name}</span>
        <span className={texts['soft']}>
          <bdi dir="ltr">{token.beginning}…</bdi>
        </span>
      </span>,
      ...(hasOwners
        ? [
            <span key="owner" className={styles['name']}>
              {token.owner?.username}
            </span>,
          ]
        : []),
      <For key="application" token={token} />,
      <State key="state" token={token} />,
      token.lastUsedAt === null ? words.say('apiTokens.neverUsed') : <RelativeTime key="used" at={token.lastUsedAt} />,
      token.state === 'active' ? (
        <Button
          key="revoke"
          aria-label={`${words.say('apiTokens.revoke')}: ${token.name}`}
          onClick={() => onRevoke(token)}
        >
          {words.say('apiTokens.revoke')}
        </Button>
      ) : null,
    ],
  }))
  return <DataTable label={label} columns={columns} rows={rows} />
}

function For({ token: { application, environment, roles, tenantRoles } }: { readonly token: ListedApiToken }) {
  const all = [...roles, ...tenantRoles]
  return (
    <span className={styles['name']}>
      <span>
        {application.label} · {environment.name}
      </span>
      {all.length > 0 && <span className={texts['soft']}>{all.join(', ')}</span>}
    </span>
  )
}

function State({ token: { state, expiresAt, revokedAt, revokedBy } }: { readonly token: ListedApiToken }) {
  const words = useWords()
  const date = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium' })
  const on = (at: string) => date.format(new Date(at))
  const detail =
    state === 'revoked'
      ? words.say('apiTokens.revokedAt', { at: on(revokedAt ?? expiresAt), name: revokedBy ?? '' })
      : words.say(state === 'active' ? 'apiTokens.expires' : 'apiTokens.expired', { at: on(expiresAt) })
  return (
    <span className={styles['name']}>
      <span>
        <Pill tone={state === 'active' ? 'accent' : 'plain'}>{words.say(`apiTokens.state.${state}`)}</Pill>
      </span>
      <span className={texts['soft']}>{detail}</span>
    </span>
  )
}
