/** A question with boxes: the values of its field, what forms print for each, and what forms call it. */
export type FormQuestion = { name: string; labels: string[]; printed: string[]; values: (string | boolean)[] };

const choice = (
  name: string,
  labels: string[],
  printed: string[],
  values = printed.map((one) => one.toLowerCase().replaceAll(' ', '_')),
) => ({
  name,
  labels,
  printed,
  values,
});

export const CHOICES: readonly FormQuestion[] = [
  choice('sex', ['Sex', 'Gender'], ['Male', 'Female']),
  choice('marital_status', ['Marital status', 'Civil status', 'Status (marital)'], ['Single', 'Married', 'Divorced', 'Widowed']),
  choice('payment_method', ['Payment method', 'Method of payment', 'Payment by'], ['Cash', 'Bank transfer', 'Credit card']),
  choice('membership_type', ['Membership type', 'Type of membership'], ['Full', 'Student', 'Senior']),
  choice('vehicle_class', ['Vehicle class', 'Class of vehicle'], ['Car', 'Truck', 'Motorcycle', 'Bus']),
  choice('shipping_mode', ['Mode of shipping', 'Shipping mode'], ['Air', 'Sea', 'Road', 'Rail']),
  choice('housing', ['Housing', 'Housing situation'], ['Own', 'Rent', 'Other']),
  choice('priority', ['Priority', 'Priority of the request'], ['Low', 'Normal', 'High']),
  choice('contract_type', ['Type of contract', 'Contract type'], ['Permanent', 'Temporary', 'Internship']),
  choice('education', ['Education', 'Highest education'], ['Primary', 'Secondary', 'Tertiary']),
  choice('filing_status', ['Filing status', 'Filing status (check one)'], ['Single', 'Married filing jointly', 'Head of household']),
  choice(
    'inspection_result',
    ['Inspection result', 'Result of inspection'],
    ['Pass', 'Fail', 'Conditional'],
    ['passed', 'failed', 'conditional'],
  ),
];

const yesNo = (name: string, ...labels: string[]): FormQuestion => ({ name, labels, printed: ['Yes', 'No'], values: [true, false] });

export const YES_NO: readonly FormQuestion[] = [
  yesNo('smoker', 'Smoker', 'Do you smoke?'),
  yesNo('newsletter', 'Newsletter', 'Subscribe to newsletter?'),
  yesNo('insured', 'Insured', 'Are the goods insured?'),
  yesNo('pregnant', 'Pregnant', 'Are you pregnant?'),
  yesNo('dangerous_goods', 'Dangerous goods', 'Contains dangerous goods?'),
  yesNo('has_allergies', 'Allergies', 'Any allergies?'),
  yesNo('signed', 'Signed', 'Signed by customer'),
  yesNo('deposit_paid', 'Deposit paid', 'Has the deposit been paid?'),
  yesNo('pets_allowed', 'Pets allowed', 'Are pets allowed?'),
  yesNo('convicted', 'Convicted of a crime', 'Have you been convicted?'),
];

export const TEXTS: readonly (readonly [label: string, text: string])[] = [
  ['Name', 'Jonas Keller'],
  ['Date of birth', '12 March 1984'],
  ['Phone', '555 0199'],
  ['City', 'Alder Falls'],
  ['Reference', 'AX-2291'],
  ['E-mail', 'j.keller@example.org'],
  ['Occupation', 'Carpenter'],
];
