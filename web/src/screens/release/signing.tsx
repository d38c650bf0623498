// How to sign: keys stay out of the browser, so that it is one command beside the downloaded certificate.
import type { ReleasedFile } from "../../api/types";
import { CopyButton } from "../../parts/copy_button";

export function Signing({ files }: { files: ReleasedFile[] }) {
  const named = (what: ReleasedFile["what"]) => files.find((file) => file.what === what)?.name;
  const [certificate, release] = [named("certificate"), named("release")];
  if (!certificate || !release) return null;
  const sign = `amidst sign ${certificate} --key steward.pem`;
  const verify = `amidst verify ${certificate} ${release} --key steward.pub.pem`;
  return (
    <div data-testid="signing">
      <h3>Sign</h3>
      <p>
        Read the report first. Then sign the certificate with your own key, which never comes near a browser: it names release, report and plan by their
        hashes, so that one changed byte of any is found. A key is made once, by <code>amidst keygen steward.pem</code>.
      </p>
      <p>
        <code>{sign}</code> <CopyButton text={sign} label="Copy the command that signs" />
      </p>
      <p>
        Whoever receives the release checks it by <code>{verify}</code> <CopyButton text={verify} label="Copy the command that checks" />
      </p>
    </div>
  );
}
