package dev.starling.chaos.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.starling.chaos.netns.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * An image of one platform, read from a tar in OCI layout.
 *
 * @param layout the unpacked tar
 * @param descriptor the image's entry in the index
 * @param configuration how it is run, and the digests of its unpacked layers
 * @param layers its layers as they are packed, the lowest first
 */
record OciImage(Path layout, JsonNode descriptor, JsonNode configuration, List<Path> layers) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Unpacks {@code tar} into the new folder {@code layout}; each blob has to be what it says. */
  static OciImage open(Path tar, Path layout) throws IOException {
    Files.createDirectories(layout);
    Command.run(List.of("tar", "-C", layout.toString(), "-xf", tar.toString()));
    JsonNode index = MAPPER.readTree(layout.resolve("index.json").toFile());
    JsonNode descriptor = index.path("manifests").path(0);
    JsonNode manifest = MAPPER.readTree(blob(layout, descriptor).toFile());
    JsonNode configuration = MAPPER.readTree(blob(layout, manifest.path("config")).toFile());
    List<Path> layers = new ArrayList<>();
    for (JsonNode layer : manifest.path("layers")) {
      layers.add(blob(layout, layer));
    }
    return new OciImage(layout, descriptor, configuration, List.copyOf(layers));
  }

  /** The digests of the unpacked layers, as the configuration has them. */
  List<String> layerIds() {
    List<String> ids = new ArrayList<>();
    configuration.path("rootfs").path("diff_ids").forEach(id -> ids.add(id.asText()));
    return ids;
  }

  /** A list of the part of the configuration that says how it is run. */
  List<String> texts(String field) {
    List<String> texts = new ArrayList<>();
    configuration.path("config").path(field).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** How many bytes travel over the network for the layers. */
  long packedBytes() throws IOException {
    long sum = 0;
    for (Path layer : layers) {
      sum += Files.size(layer);
    }
    return sum;
  }

  /** How many bytes the layers are when they are unpacked; each has to be what its id says. */
  long unpackedBytes() throws IOException {
    long sum = 0;
    for (int i = 0; i < layers.size(); i++) {
      try (InputStream in = new GZIPInputStream(Files.newInputStream(layers.get(i)))) {
        MessageDigest sha256 = sha256();
        sum += in.transferTo(new DigestOut(sha256));
        expect(layerIds().get(i), sha256);
      }
    }
    return sum;
  }

  /** Puts the layers over one another into the new folder {@code root}. */
  void unpack(Path root) throws IOException {
    Files.createDirectories(root);
    for (Path layer : layers) {
      Command.run(List.of("tar", "-C", root.toString(), "-xpzf", layer.toString()));
    }
  }

  private static Path blob(Path layout, JsonNode descriptor) throws IOException {
    String digest = descriptor.path("digest").asText();
    Path file = layout.resolve("blobs").resolve(digest.replace(':', '/'));
    MessageDigest sha256 = sha256();
    long bytes = Files.copy(file, new DigestOut(sha256));
    expect(digest, sha256);
    if (bytes != descriptor.path("size").asLong()) {
      throw new IOException(file + " has " + bytes + " bytes, and not those of " + descriptor);
    }
    return file;
  }

  private static void expect(String digest, MessageDigest sha256) throws IOException {
    String found = "sha256:" + HexFormat.of().formatHex(sha256.digest());
    if (!found.equals(digest)) {
      throw new IOException("what should be " + digest + " is " + found);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Keeps nothing but the digest of what is written. */
  private static final class DigestOut extends OutputStream {
    private final MessageDigest digest;

    DigestOut(MessageDigest digest) {
      this.digest = digest;
    }

    @Override
    public void write(int octet) {
      digest.update((byte) octet);
    }

    @Override
    public void write(byte[] octets, int offset, int length) {
      digest.update(octets, offset, length);
    }
  }
}
