import { fieldOf, signInNoun, type SignInSummary } from '@portico/core'

import { useWords } from '../context/portal-context.tsx'
import { signInPath } from '../identity-providers/admin-paths.ts'
import { Link } from '../navigation/link.tsx'
import { Pill } from '../ui/pill.tsx'
import tableStyles from '../ui/table.module.css'
import styles from './sign-ins.module.css'

const columns = ['code', 'outcome', 'username', 'failure', 'provider', 'at'] as const

export function SignInTable({ signIns }: { signIns: readonly SignInSummary[] }) {
  const words = useWords()
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <div className={tableStyles['scroll']}>
      <table className={tableStyles['table']} aria-label={signInNoun.labelPlural}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {fieldOf(signInNoun, name)?.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {signIns.map(({ code, at, outcome, username, provider, failure, purpose }) => (
            <tr key={code}>
              <td>
                <Link to={signInPath(code)} className={styles['link']}>
                  {code}
                </Link>
              </td>
              <td>
                <OutcomePill outcome={outcome} />
                {purpose !== 'login' && <Pill>{words.say(`signIns.purpose.${purpose}`)}</Pill>}
              </td>
              <td className={styles['text']}>{username ?? '–'}</td>
              <td className={styles['text']}>{failure}</td>
              <td className={styles['text']}>{provider?.name ?? '–'}</td>
              <td className={styles['time']}>
                <time dateTime={at}>{time.format(new Date(at))}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function OutcomePill({ outcome }: { outcome: SignInSummary['outcome'] }) {
  const tone = outcome === 'failed' ? 'danger' : outcome === 'signed-in' ? 'accent' : 'plain'
  return <Pill tone={tone}>{useWords().say(`signIns.${outcome}`)}</Pill>
}
