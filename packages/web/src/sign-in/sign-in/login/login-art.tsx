import styles from './login.module.css'

/** A row of doorways, each lighter than the one before. */
const arches = [
  'M0 900V320a320 320 0 0 1 640 0v580z',
  'M70 900V350a250 250 0 0 1 500 0v550z',
  'M132 900V382a188 188 0 0 1 376 0v518z',
  'M186 900V416a134 134 0 0 1 268 0v484z',
  'M232 900V452a88 88 0 0 1 176 0v448z',
  'M270 900V490a50 50 0 0 1 100 0v410z',
]

export function LoginArt({ welcome }: { welcome: string }) {
  return (
    <div className={styles['art']}>
      <svg className={styles['arches']} viewBox="0 0 640 900" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
        {arches.map((path) => (
          <path key={path} className={styles['arch']} d={path} />
        ))}
      </svg>
      <p className={styles['welcome']}>{welcome}</p>
    </div>
  )
}
