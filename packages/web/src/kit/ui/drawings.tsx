import styles from './empty-state.module.css'

/** Small drawings for pages without anything to list; the text beside them says it all. */
function drawing(...paths: readonly string[]) {
  return (
    <svg className={styles['drawing']} viewBox="0 0 96 64" aria-hidden="true">
      <path className={styles['back']} d="M8 60V34a20 20 0 0 1 40 0v26zM56 60V42a14 14 0 0 1 28 0v18z" />
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}

/** A key in front of a door: service accounts. */
export const keyDrawing = drawing('M28 44a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm7-7h24v6m-8-6v4', 'M4 60h88')
/** Two doors and the way between them: identity providers. */
export const doorsDrawing = drawing('M28 60V46m42 14v-8', 'M34 24c8-12 24-12 32 2m0 0-1-7m1 7-7 1', 'M4 60h88')
/** Lines of a book: sign-ins. */
export const bookDrawing = drawing('M24 28h44M24 38h30M24 48h38', 'M4 60h88')
