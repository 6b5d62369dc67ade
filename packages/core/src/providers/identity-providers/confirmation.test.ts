import { expect, it } from 'vitest'

import { createWords } from '../../kit/words/words.ts'
import { englishMessages } from '../../kit/words/compiled/english.ts'
import { confirmChoiceText, confirmWithinChoices } from './confirmation.ts'

it('the times to confirm a change are offered in hours where these are whole', () => {
  const words = createWords('en', englishMessages)
  expect(confirmWithinChoices.map((secs) => /after (.*), unless/.exec(confirmChoiceText(secs, words))?.[1])).toEqual([
    '5 minutes',
    '10 minutes',
    '30 minutes',
    '1 hour',
    '24 hours',
  ])
})
