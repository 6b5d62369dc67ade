// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  "audit.title": ["سجل التدقيق"],
  "audit.lead": ["من غيّر ماذا، ومن سجّل الدخول؛ الأحدث أولًا. افتح إدخالًا لعرض القيم قبل التغيير وبعده."],
  "audit.search": ["البحث بالمنفّذ أو بما تغيّر"],
  "audit.clear": ["مسح"],
  "audit.kind": ["نوع الكائن"],
  "audit.all": ["الكل"],
  "audit.since": ["من"],
  "audit.until": ["قبل"],
  "audit.about": ["الإدخالات المتعلقة بـ ",["target"]," فقط."],
  "audit.by": ["إدخالات المنفّذ ",["actor"]," فقط."],
  "audit.showAll": ["إظهار الكل"],
  "audit.export": ["تصدير بصيغة JSON lines"],
  "audit.older": ["تحميل إدخالات أقدم"],
  "audit.none": ["لا توجد إدخالات بعد."],
  "audit.noMatch": ["لا يوجد إدخال مطابق."],
  "audit.before": ["قبل"],
  "audit.after": ["بعد"],
  "audit.nothing": ["لا شيء"],
  "audit.history": ["سجل التغييرات"],
  "audit.close": ["إغلاق"],
  "audit.openTarget": ["فتح ",["target"]],
}
