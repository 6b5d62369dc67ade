/** The Arabic of `server-and-terminal/findings-azure.ts`. */
export const findingsAzure = {
  'finding.azure-tenant-wrong': 'سجّل الشخص الدخول في الدليل {found}، لكن «{domain}» هو الدليل {expected}.',
  'finding.azure-tenant-wrong.todo':
    'أدخل نطاق دليل هؤلاء الأشخاص أو معرّف المستأجر (tenant id) الخاص به في «اسم النطاق»، وسجّل التطبيق هناك كتطبيق single-tenant.',
  'finding.azure-version-wrong': 'الرمز المميّز بالإصدار {found}، لكن هذا النوع من الموفّرين يحتاج إلى الإصدار {expected}.',
  'finding.azure-version-wrong.todo':
    'النوع «Azure AD (legacy)» مخصّص للإصدار 1.0، و«Microsoft Entra ID» للإصدار 2.0: أضف موفّرًا من النوع الآخر وانقل إليه صيغ أسماء المستخدمين.',
  'finding.azure-secret-expired': 'لم يعد سر التطبيق صالحًا. قيمة «تاريخ الانتهاء»: {endsOn}. {description}',
  'finding.azure-secret-expired.todo':
    'في Azure، افتح App registrations ثم Certificates & secrets، وأنشئ client secret جديدًا، وأدخله مع تاريخ انتهائه في «سر التطبيق».',
  'finding.graph-no-permission':
    'رفض Microsoft Graph تحديد مجموعات الشخص (الحالة {status}، {code}، {call}). سُمح للشخص بالدخول دون مجموعات.',
  'finding.graph-no-permission.todo':
    'في Azure، افتح App registrations ثم API permissions، وأضف إذني التطبيق User.Read.All وGroupMember.Read.All من Microsoft Graph، ثم اختر «Grant admin consent».',
  'finding.graph-failed':
    'تعذّر سؤال Microsoft Graph عن المجموعات ({address}، الحالة {status}): {error}. سُمح للشخص بالدخول دون مجموعات.',
  'finding.graph-failed.todo':
    'سجّل الدخول مرة أخرى عندما يستجيب Graph. إذا استمرت المشكلة، فتحقق من الشبكة بين هذا الخادم وGraph، ومن سر التطبيق.',
  'finding.graph-names-missing':
    'لم يقدّم Microsoft Graph أسماء مجموعات الشخص (الحالة {status}). يُعتد بالمجموعات، وتُعرض بمعرّفاتها.',
  'finding.graph-names-missing.todo':
    'لعرض الأسماء، امنح إذن التطبيق GroupMember.Read.All من Microsoft Graph بموافقة المسؤول (admin consent)، أو حاول مرة أخرى عندما يستجيب Graph.',
  'finding.groups-too-many': 'عدد مجموعات الشخص {count}؛ ولم تُستخدم إلا أول {taken} منها.',
  'finding.groups-too-many.todo':
    'قلّلها باستخدام «بداية اسم المجموعة»، أو خصّص لهذا التطبيق لدى الموفّر المجموعات المهمة فقط.',
} as const
