/** The Arabic of `server-and-terminal/federation-keys.ts`. */
export const federationKeys = {
  KEYS_NEXT_PUBLISHED: 'المفاتيح التالية منشورة بالفعل. ضعها قيد الاستخدام بعد أن يعرفها كل موفّر.',
  KEYS_NEXT_MISSING: 'لا توجد مفاتيح تالية. انشرها أولًا، ودع كل موفّر يعيد قراءة البيانات الوصفية.',
  KEYS_PREVIOUS_LEFT: 'ما زالت المفاتيح السابقة منشورة. اسحبها أولًا.',
  KEYS_PREVIOUS_MISSING: 'لا توجد مفاتيح سابقة لسحبها.',
} as const
