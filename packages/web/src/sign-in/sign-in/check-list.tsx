import { withLocalTimes, type SignInCheck } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { classes } from '../../kit/ui/classes.ts'
import styles from './sign-ins.module.css'
import texts from '../../kit/ui/texts.module.css'

const marks = { passed: '✓', warning: '!', failed: '✕' } as const
const names = { passed: 'signIns.passed', warning: 'signIns.warning', failed: 'signIns.checkFailed' } as const

type Properties = {
  readonly checks: readonly SignInCheck[]
  /** One that was explained above: only its title and outcome are repeated. */
  readonly explained?: SignInCheck | undefined
}

/** Every check of an attempt in order, with its evidence. */
export function CheckList({ checks, explained }: Properties) {
  const words = useWords()
  return (
    <ol className={styles['checks']}>
      {checks.map((check, index) => (
        // A check can occur twice, and the order of an attempt's checks never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={classes(styles['check'], styles[check.outcome])}>
          <span className={styles['mark']} aria-hidden="true">
            {marks[check.outcome]}
          </span>
          <div>
            <p>
              <strong>{check.title}</strong> <span className={texts['small']}>{words.say(names[check.outcome])}</span>
            </p>
            {check !== explained && <Explanation check={check} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Explanation({ check: { outcome, message, todo, evidence } }: { readonly check: SignInCheck }) {
  const words = useWords()
  return (
    <>
      {message !== null && <p>{withLocalTimes(message, words)}</p>}
      {todo !== null && <p className={texts['small']}>{todo}</p>}
      {Object.keys(evidence).length > 0 && (
        <details open={outcome === 'warning'}>
          <summary>{words.say('signIns.seen')}</summary>
          <Evidence evidence={evidence} />
        </details>
      )}
    </>
  )
}

const first = ['expected', 'found']

/** The evidence of a check by name, expected and found values side by side. */
export function Evidence({ evidence }: { evidence: SignInCheck['evidence'] }) {
  const words = useWords()
  const rows = Object.entries(evidence).toSorted(([a], [b]) => rank(a) - rank(b))
  if (rows.length === 0) return null
  return (
    <dl className={styles['evidence']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{words.find(`evidence.${name}`) ?? words.text(spaced(name))}</dt>
          <dd>
            <bdi>{withLocalTimes(String(value), words)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function rank(name: string): number {
  const place = first.indexOf(name)
  return place < 0 ? first.length : place
}

/** `notOnOrAfter` → `Not on or after`. */
function spaced(name: string): string {
  const text = name.replace(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  )
  return text.charAt(0).toUpperCase() + text.slice(1)
}
