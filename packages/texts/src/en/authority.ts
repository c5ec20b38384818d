/** The page /ca of a server that phones of a network reach: how one comes to trust it, and what works without. */
export default {
  title: 'Encrypted on this phone',
  what: 'This server has no name on the Internet, so no authority knows it. It brings one of its own. It can vouch only for addresses inside a network like this one, and for no site of the Internet.',
  without: 'Without it',
  withoutText:
    'Open {{http}}. All of the practice market works. Others in this network can read along, and the phone cannot install the app or open it offline.',
  install: 'With it',
  download: 'Download the certificate',
  android:
    'Android: Settings, Security, Encryption and credentials, Install a certificate, CA certificate. Choose the file that was downloaded.',
  iphone:
    'iPhone: open the download in Safari and allow the profile. Install it in Settings, General, VPN and device management. Then switch it on in Settings, General, About, Certificate trust settings.',
  thenOpen: 'Then open {{https}}',
  warned:
    'If the phone warns there, it does not know the certificate yet. Do not go on. Come back to this page and finish the steps.',
  works:
    'Now the line is encrypted, and the app can be installed and opens offline. Passkeys need a name and do not work at an address.',
  after: 'Take the certificate away again in the same place when you no longer use this server.',
  fingerprint: 'Its SHA-256 fingerprint, as the terminal of the server shows it: {{hash}}',
  noHttps: 'No encrypted port is open on this computer. Its terminal says why. Only the address above works.',
} as const;
