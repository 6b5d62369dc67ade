/** Sentences of administration, loaded with its screens: lists that come page by page. */
export const lists = {
  'list.range': '{from, number}–{to, number} of {total}',
  'list.rangeFromEnd': '{from, number}–{to, number} from the end of {total}',
  'list.pages': 'Pages',
  'list.first': 'First',
  'list.previous': 'Previous',
  'list.next': 'Next',
  'list.last': 'Last',
  'list.more': 'More for {name}',
  'stepper.step': 'Step {number} of {count}:',
  'stepper.done': 'done',
  'list.pillsMore': '{count, number} more',
} as const
