// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.CachedImageHandlerBase64Encoder;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGGraphics2DIOException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Records what is painted as an SVG file. */
final class Svg {
  /** Fonts with the widths that places were computed with, where one of them is installed. */
  private static final String FONTS = "'DejaVu Sans', Verdana, sans-serif";

  /** A viewer might load what it names. */
  private static final Pattern DOCTYPE = Pattern.compile("<!DOCTYPE[^>]*>\\s*");

  /** XML has no such characters; the name of a column may. */
  private static final Pattern NO_XML =
      Pattern.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

  private Svg() {}

  /**
   * The file's bytes, in UTF-8.
   *
   * @param width in CSS pixels
   * @param height in CSS pixels
   * @param painter paints in CSS pixels
   */
  static byte[] of(int width, int height, Consumer<Graphics2D> painter) {
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
    context.setComment("");
    context.setPrecision(2);
    context.setGenericImageHandler(new Images());
    SVGGraphics2D g = new SVGGraphics2D(context, false);
    g.setSVGCanvasSize(new Dimension(width, height));
    painter.accept(g);
    Element root = g.getRoot();
    root.setAttributeNS(null, "viewBox", "0 0 " + width + " " + height);
    StringWriter text = new StringWriter();
    try {
      g.stream(root, text, false, false);
    } catch (SVGGraphics2DIOException e) {
      throw new IllegalStateException("a picture could not be written as SVG", e);
    } finally {
      g.dispose();
    }
    return NO_XML
        .matcher(DOCTYPE.matcher(text.toString()).replaceFirst(""))
        .replaceAll("\uFFFD")
        .replace("font-family=\"sans-serif\"", "font-family=\"" + FONTS + "\"")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument("http://www.w3.org/2000/svg", "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JVM has no XML", e);
    }
  }

  /** Images inside the file, encoded by the JVM: Batik's own encoder is one more library. */
  private static final class Images extends CachedImageHandlerBase64Encoder {
    @Override
    public void encodeImage(BufferedImage image, OutputStream out) throws IOException {
      out.write(Base64.getEncoder().encode(Picture.encoded(image)));
    }
  }
}
