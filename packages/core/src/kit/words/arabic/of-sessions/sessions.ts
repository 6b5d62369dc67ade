/** The Arabic of `of-sessions/sessions.ts`. */
export const sessions = {
  'sessions.title': 'جلساتك',
  'sessions.lead': 'كل المتصفحات وأسطر الأوامر التي سُجّل دخولك فيها. أنهِ ما لا تعرفه منها، وأبلغ المسؤول لديك.',
  'sessions.this': 'هذه الجلسة',
  'sessions.end': 'إنهاء الجلسة',
  'sessions.endNamed': 'إنهاء جلسة {device}',
  'sessions.endTitle': 'هل تريد إنهاء هذه الجلسة؟',
  'sessions.endMessage': 'يُسجّل الخروج من {device} فورًا. يضيع ما كُتب هناك ولم يُحفظ.',
  'sessions.endOthers': 'إنهاء كل الجلسات الأخرى',
  'sessions.endOthersMessage':
    '{count, plural, zero {لا توجد جلسات أخرى لتسجيل الخروج منها.} one {يُسجّل الخروج من جلسة واحدة أخرى فورًا.} two {يُسجّل الخروج من جلستين أخريين فورًا.} few {يُسجّل الخروج من # جلسات أخرى فورًا.} many {يُسجّل الخروج من # جلسة أخرى فورًا.} other {يُسجّل الخروج من # جلسة أخرى فورًا.}} يضيع ما كُتب هناك ولم يُحفظ.',
  'sessions.ended': 'أُنهيت الجلسة.',
  'sessions.othersEnded':
    '{count, plural, =0 {لم تكن هناك جلسات أخرى.} zero {لم تُنهَ أي جلسة أخرى.} one {أُنهيت جلسة واحدة أخرى.} two {أُنهيت جلستان أخريان.} few {أُنهيت # جلسات أخرى.} many {أُنهيت # جلسة أخرى.} other {أُنهيت # جلسة أخرى.}}',
  'sessions.noAddress': 'غير معروف',
} as const
