import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { listNotices } from './contract.ts'
import { noticeNoun, type NoticeRow } from './noun.ts'
import { noticeSentence } from './sentence.ts'

/** What expires, as the server orders it: the most urgent first. */
export const noticeList: ListedNoun<NoticeRow> = {
  noun: noticeNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  async fetchPage({ client, say = (id) => id }, { signal }) {
    const outcome = await client.call(listNotices, { signal })
    return wholePage(
      mapped(outcome, ({ notices }) => ({
        rows: notices.map((notice) => ({ ...notice, message: noticeSentence(notice, say) })),
      })),
    )
  },
}
