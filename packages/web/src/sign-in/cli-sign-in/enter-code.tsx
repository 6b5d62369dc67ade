import { userCodeLength, type CliSignIn } from '@portico/core'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { SimplePage } from '../../kit/feedback/simple-page.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import styles from './cli-sign-in.module.css'
import { errorSentence } from './error-sentence.ts'

/** Field for the code that the command line shows; case, blanks and the dash are ignored. */
export function EnterCode({ signIn }: { signIn: CliSignIn }) {
  const words = useWords()
  const { typed, isFetching, error } = useStore(signIn)
  return (
    <SimplePage>
      <form
        className={styles['card']}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isFetching) void signIn.find()
        }}
      >
        <h1>{words.say('cli.title')}</h1>
        <p>{words.say('cli.codeLead')}</p>
        <TextField
          className={styles['input']}
          label={words.say('cli.code')}
          dir="ltr"
          value={typed}
          onChange={(text) => signIn.typeCode(text)}
          error={error && errorSentence(words, error)}
          maxLength={userCodeLength * 3}
          autoCapitalize="characters"
        />
        <div className={formPage['buttons']}>
          <Button type="submit" look="primary" busy={isFetching}>
            {words.say('cli.codeNext')}
          </Button>
        </div>
      </form>
    </SimplePage>
  )
}
