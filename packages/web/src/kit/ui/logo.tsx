import styles from './logo.module.css'

/** An open doorway. */
export function Logo() {
  return (
    <svg className={styles['root']} viewBox="0 0 32 32" aria-hidden="true">
      <path className={styles['door']} d="M4 30V14a12 12 0 0 1 24 0v16z" />
      <path className={styles['light']} d="M11 30V15a5 5 0 0 1 10 0v15z" />
    </svg>
  )
}
