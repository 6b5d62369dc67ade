import type { LoginWords, SignInState } from '@portico/core'
import type { RefObject } from 'react'

import styles from '../../../kit/ui/text-field.module.css'

/** Errors that also show an example of a username (spec section 5). */
const shapeErrors = new Set(['USERNAME_SHAPE', 'USERNAME_REQUIRED'])

type Properties = {
  readonly field: RefObject<HTMLInputElement | null>
  readonly words: LoginWords
  readonly value: string
  readonly error: SignInState['error']
  readonly onChange: (text: string) => void
}

/** Unlike the kit's text field it says its error aloud: the error comes with an answer, not while typing. */
export function UsernameField({ field, words, value, error, onChange }: Properties) {
  return (
    <div className={styles['root']}>
      <label className={styles['label']} htmlFor="username">
        {words.say('login.username')}
      </label>
      <input
        ref={field}
        id="username"
        className={styles['input']}
        name="username"
        type="text"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck="false"
        autoFocus
        aria-invalid={error !== undefined}
        aria-describedby="username-error username-hint"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id="username-error" className={styles['error']} role="alert">
        {error?.message}
      </p>
      {error !== undefined && shapeErrors.has(error.errorID) && (
        <p id="username-hint" className={styles['hint']}>
          {words.say('USERNAME_EXPECTED')}
        </p>
      )}
    </div>
  )
}
