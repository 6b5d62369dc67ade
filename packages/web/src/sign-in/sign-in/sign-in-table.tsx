import { fieldOf, signInNoun, type SignInSummary } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { signInPath } from '../../kit/navigation/paths.ts'
import { Link } from '../../kit/ui/link.tsx'
import { classes } from '../../kit/ui/classes.ts'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import tableStyles from '../../kit/ui/table.module.css'
import styles from './sign-ins.module.css'

const columns = ['username', 'outcome', 'failure', 'provider', 'at', 'code'] as const

/** Who, and what came of it, first; the code that the person reads out is at the end. */
export function SignInTable({ signIns }: { signIns: readonly SignInSummary[] }) {
  const words = useWords()
  const rows = signIns.map(({ code, at, outcome, username, provider, failure, purpose }) => ({
    id: code,
    cells: [
      <Link key="username" to={signInPath(code)} className={classes(tableStyles['main'], styles['who'])}>
        {username ?? words.say('signIns.unknown')}
      </Link>,
      <span key="outcome" className={tableStyles['pills']}>
        <OutcomePill outcome={outcome} />
        {purpose !== 'login' && <Pill>{words.say(`signIns.purpose.${purpose}`)}</Pill>}
      </span>,
      failure && (
        <span key="failure" className={styles['text']}>
          {failure}
        </span>
      ),
      provider && (
        <span key="provider" className={styles['provider']}>
          {provider.name}
        </span>
      ),
      <span key="at" className={tableStyles['age']}>
        <RelativeTime at={at} />
      </span>,
      <code key="code" className={tableStyles['mono']}>
        {code}
      </code>,
    ],
  }))
  const named = columns.map((id) => ({ id, label: fieldOf(signInNoun, id)?.label ?? id }))
  return <DataTable label={signInNoun.labelPlural} columns={named} rows={rows} />
}

export function OutcomePill({ outcome }: { outcome: SignInSummary['outcome'] }) {
  const tone = outcome === 'failed' ? 'danger' : outcome === 'signed-in' ? 'accent' : 'plain'
  return <Pill tone={tone}>{useWords().say(`signIns.${outcome}`)}</Pill>
}
