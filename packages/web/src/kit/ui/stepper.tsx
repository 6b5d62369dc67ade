import { useWords } from '../context/portal-context.tsx'
import { classes } from './classes.ts'
import styles from './stepper.module.css'

type Properties = {
  /** What the steps are of. */
  readonly label: string
  readonly steps: readonly string[]
  /** From 1; a number after the last step means that all are done. */
  readonly current: number
}

/** Where a person is in a short sequence: numbers, the current step, and a mark for those that are done. */
export function Stepper({ label, steps, current }: Properties) {
  const words = useWords()
  return (
    <nav aria-label={label}>
      <ol className={styles['root']}>
        {steps.map((title, index) => {
          const number = index + 1
          const isDone = number < current
          const isCurrent = number === current
          return (
            <li
              key={title}
              className={classes(styles['step'], isDone && styles['done'])}
              aria-current={isCurrent ? 'step' : undefined}
            >
              <span className={styles['number']} aria-hidden="true">
                {isDone ? '✓' : number}
              </span>
              <span>
                <span className="visually-hidden">{words.say('stepper.step', { number, count: steps.length })}</span>{' '}
                {title}
                {isDone && <span className="visually-hidden"> ({words.say('stepper.done')})</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
