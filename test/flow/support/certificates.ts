/** Certificates for the tests of TLS, made when they run: a key in a repository is a secret that scanners find. */
import forge from "node-forge";

const DAY_MS = 86_400_000;

export interface Identity {
  readonly key: string;
  readonly cert: string;
}

type Subject = Readonly<Record<string, string>>;

export interface Authority extends Identity {
  /** A certificate of the subject, for `localhost`, under this authority. */
  issue(subject: Subject): Identity;
}

export function makeAuthority(subject: Subject): Authority {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const cert = makeCertificate(subject, subject, keys.publicKey, [{ name: "basicConstraints", cA: true, critical: true }]);
  cert.sign(keys.privateKey, forge.md.sha256.create());
  const issue = (of: Subject): Identity => {
    const own = forge.pki.rsa.generateKeyPair(2048);
    const names = [
      { type: 2, value: "localhost" },
      { type: 7, ip: "127.0.0.1" },
    ];
    const issued = makeCertificate(of, subject, own.publicKey, [{ name: "subjectAltName", altNames: names }]);
    issued.sign(keys.privateKey, forge.md.sha256.create());
    return toPem(own.privateKey, issued);
  };
  return { ...toPem(keys.privateKey, cert), issue };
}

function makeCertificate(subject: Subject, issuer: Subject, key: forge.pki.rsa.PublicKey, extensions: object[]): forge.pki.Certificate {
  const cert = forge.pki.createCertificate();
  cert.publicKey = key;
  cert.serialNumber = `01${forge.util.bytesToHex(forge.random.getBytesSync(8))}`;
  cert.validity.notBefore = new Date(Date.now() - DAY_MS);
  cert.validity.notAfter = new Date(Date.now() + DAY_MS);
  cert.setSubject(toAttributes(subject));
  cert.setIssuer(toAttributes(issuer));
  cert.setExtensions(extensions);
  return cert;
}

function toAttributes(subject: Subject): forge.pki.CertificateField[] {
  return Object.entries(subject).map(([shortName, value]) => ({ shortName, value }));
}

function toPem(key: forge.pki.rsa.PrivateKey, cert: forge.pki.Certificate): Identity {
  return { key: forge.pki.privateKeyToPem(key), cert: forge.pki.certificateToPem(cert) };
}
