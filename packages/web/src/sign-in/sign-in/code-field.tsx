import { signInCodeIn } from '@portico/core'
import { useState, type FormEvent } from 'react'

import { useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { signInPath } from '../../kit/navigation/paths.ts'
import { Button } from '../../kit/ui/button.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import styles from './sign-ins.module.css'

/** Looks up a sign-in code that a person reads out. */
export function CodeField() {
  const words = useWords()
  const navigator = useNavigator()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = signInCodeIn(typed)
    if (code === undefined) setWrong(true)
    else navigator.go(signInPath(code))
  }
  return (
    <form className={styles['code']} onSubmit={submit} noValidate>
      <TextField
        dir="ltr"
        label={words.say('signIns.code')}
        value={typed}
        placeholder="K7QF-2M9X"
        autoCapitalize="characters"
        error={isWrong ? words.say('signIns.codeShape') : undefined}
        onChange={(text) => {
          setTyped(text)
          setWrong(false)
        }}
      />
      <Button type="submit" disabled={typed.trim() === ''}>
        {words.say('signIns.lookUp')}
      </Button>
    </form>
  )
}
